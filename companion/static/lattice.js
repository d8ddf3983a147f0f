// Hexagons (a corner up) and squares: places (q, r) and where they lie, as companion/boards/layout.py has it.
const ROOT = Math.sqrt(3);

/** Where the middle of a place lies. */
export function middle({ lattice, size, origin: [x, y] }, q, r) {
  return lattice === "hex" ? [x + size * ROOT * (q + r / 2), y + size * 1.5 * r] : [x + size * q, y + size * r];
}

/** The place that a point lies on. */
export function placeAt({ lattice, size, origin }, px, py) {
  const [x, y] = [px - origin[0], py - origin[1]];
  if (lattice !== "hex") return [Math.round(x / size), Math.round(y / size)];
  const r = y / (1.5 * size);
  const q = x / (size * ROOT) - r / 2;
  const cube = [q, r, -q - r];
  const whole = cube.map(Math.round);
  const off = cube.map((value, index) => Math.abs(value - whole[index]));
  const worst = off.indexOf(Math.max(...off));
  whole[worst] -= whole[0] + whole[1] + whole[2];
  return [whole[0] + 0, whole[1] + 0]; // no -0
}

/** A cell around (0, 0), as the points of a polygon. */
export function outline({ lattice, size }) {
  const [sides, radius] = lattice === "hex" ? [6, size] : [4, size / Math.SQRT2];
  return Array.from({ length: sides }, (_, corner) => {
    const angle = (2 * Math.PI * (corner + 0.5)) / sides - Math.PI;
    return `${(radius * Math.cos(angle)).toFixed(2)},${(radius * Math.sin(angle)).toFixed(2)}`;
  }).join(" ");
}

/** Every place whose middle lies on the sheet. */
export function places(grid) {
  const [width, height] = grid.sheet;
  const reach = Math.ceil((width + height) / grid.size);
  const found = [];
  const rise = grid.lattice === "hex" ? 1.5 * grid.size : grid.size;
  for (let r = Math.ceil((-height / 2 - grid.origin[1]) / rise); r * rise + grid.origin[1] <= height / 2; r += 1) {
    const [first] = placeAt(grid, -width / 2, grid.origin[1] + r * rise);
    for (let q = first - 1; q < first + reach; q += 1) {
      const [x] = middle(grid, q, r);
      if (x > width / 2) break;
      if (x >= -width / 2) found.push([q, r]);
    }
  }
  return found;
}

/** The size of a cell that is so wide, and back. */
export const sizeOf = (lattice, width) => (lattice === "hex" ? width / ROOT : width);
export const widthOf = ({ lattice, size }) => (lattice === "hex" ? size * ROOT : size);

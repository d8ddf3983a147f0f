// A photographed board seen from straight above: the four corners say how the picture was tilted.

/** The eight numbers that take a point of the unit square to the picture (corners: upper left, then clockwise). */
function homography(corners) {
  const unit = [[0, 0], [1, 0], [1, 1], [0, 1]];
  const rows = unit.flatMap(([u, v], index) => {
    const [x, y] = corners[index];
    return [[u, v, 1, 0, 0, 0, -u * x, -v * x, x], [0, 0, 0, u, v, 1, -u * y, -v * y, y]];
  });
  return solve(rows);
}

/** Gauss and Jordan, with the largest pivot; each row ends with its right side. */
function solve(rows) {
  for (let at = 0; at < rows.length; at += 1) {
    const best = rows.slice(at).reduce((most, row, index) => (Math.abs(row[at]) > Math.abs(rows[most][at]) ? at + index : most), at);
    [rows[at], rows[best]] = [rows[best], rows[at]];
    const pivot = rows[at][at];
    rows[at] = rows[at].map((value) => value / pivot);
    rows.forEach((row, index) => {
      if (index !== at && row[at]) rows[index] = row.map((value, column) => value - row[at] * rows[at][column]);
    });
  }
  return rows.map((row) => row[row.length - 1]);
}

/** The board of the picture (a canvas) as a picture of its own, at most `most` pixels wide or high. */
export function straightened(canvas, corners, width, height, most = 1200) {
  const [a, b, c, d, e, f, g, h] = homography(corners);
  const scale = most / Math.max(width, height);
  const out = document.createElement("canvas");
  [out.width, out.height] = [Math.round(width * scale), Math.round(height * scale)];
  const from = new Uint32Array(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.buffer);
  const brush = out.getContext("2d");
  const image = brush.createImageData(out.width, out.height);
  const to = new Uint32Array(image.data.buffer);
  for (let row = 0, at = 0; row < out.height; row += 1) {
    const v = (row + 0.5) / out.height;
    for (let column = 0; column < out.width; column += 1, at += 1) {
      const u = (column + 0.5) / out.width;
      const w = g * u + h * v + 1;
      const x = Math.floor((a * u + b * v + c) / w);
      const y = Math.floor((d * u + e * v + f) / w);
      if (x >= 0 && y >= 0 && x < canvas.width && y < canvas.height) to[at] = from[y * canvas.width + x];
    }
  }
  brush.putImageData(image, 0, 0);
  return out.toDataURL("image/jpeg", 0.85);
}

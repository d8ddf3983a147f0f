// The secrets of a phone, under its seal. IndexedDB, because localStorage loses data when a browser is killed.

function database() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("companion", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("votes", { keyPath: "commitment" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function inVault(mode, work) {
  const db = await database();
  try {
    return await new Promise((resolve, reject) => {
      // strict: the promise is kept only when the secret has reached the disk
      const change = db.transaction("votes", mode, { durability: "strict" });
      const request = work(change.objectStore("votes"));
      change.oncomplete = () => resolve(request.result);
      change.onabort = change.onerror = () => reject(change.error);
    });
  } finally {
    db.close();
  }
}

/** Keeps secrets, each with its seal as `commitment`; all of them or none. */
export const keep = (secrets) => inVault("readwrite", (store) => secrets.map((secret) => store.put(secret)).pop());

/** The secret behind a seal; undefined when this phone does not hold it. */
export const find = (seal) => inVault("readonly", (store) => store.get(seal)).catch(() => undefined);

export const drop = (seal) => inVault("readwrite", (store) => store.delete(seal)).catch(() => undefined);

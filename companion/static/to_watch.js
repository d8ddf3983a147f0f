// The key is behind the # of the address, and goes on with it.
document.getElementById("there").hash = location.hash;

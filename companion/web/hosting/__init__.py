"""Many tables on the web: several processes behind one proxy."""

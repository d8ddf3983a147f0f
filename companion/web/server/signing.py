"""Sign the box's certificate, in a process of its own: the box need not keep `cryptography` in its memory.

``python -m companion.web.server.signing NOW UNTIL NAME...`` writes the certificate and its key as PEM.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import datetime, timedelta
from ipaddress import ip_address

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID


def sign(names: Sequence[str], now: datetime, until: datetime) -> bytes:
    """Return a certificate for these names and addresses that is its own authority, and its key, as PEM."""
    numeric = {name for name in names if ":" in name or name.replace(".", "").isdecimal()}
    alternatives = [x509.IPAddress(ip_address(name)) if name in numeric else x509.DNSName(name) for name in names]
    key = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "The table companion")])
    made = (
        x509.CertificateBuilder()
        .subject_name(who)
        .issuer_name(who)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(until)
        .add_extension(x509.SubjectAlternativeName(alternatives), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return made.public_bytes(serialization.Encoding.PEM) + secret


if __name__ == "__main__":
    now, until, *names = sys.argv[1:]
    sys.stdout.buffer.write(sign(names, datetime.fromisoformat(now), datetime.fromisoformat(until)))

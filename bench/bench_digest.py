"""Digest of a 256 MiB file against openssl hashing the same file as it is."""
import pathlib
import tempfile

from measure import pair

SIZE = 256 << 20


def lines(root, program):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "big.sql"
        block = (root / "schema" / "schema.sql").read_bytes()
        with open(path, "wb") as file:
            written = 0
            while written < SIZE:
                written += file.write(block[:SIZE - written])
        result = pair(([program, "digest", path], {}),
                      (["openssl", "dgst", "-sha256", path], {}), 5)
        yield result.line("digest of 256 MiB against openssl", 3)
        peak = max(r.peak_mib for r in result.ours)
        yield f"{'':<44} peak memory {peak / 256:.2f}× the file, limit 1.3×"

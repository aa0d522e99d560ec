"""`payload validate` on generated envelopes: throughput beside jq, which only parses; flat memory."""
import json
import pathlib
import shutil
import tempfile

from measure import pair, run

MIB = 1 << 20


def write(path, block, size):
    with open(path, "wb") as file:
        written = 0
        while written < size:
            written += file.write(block)


def lines(root, program):
    golden = json.loads((root / "schema/sync_payload/fixtures/001.golden.json").read_text())
    block = "".join(json.dumps(envelope, ensure_ascii=False, separators=(",", ":")) + "\n"
                    for envelope in golden["envelopes"]).encode()
    validate = [program, "-C", root, "payload", "validate", "-q"]
    with tempfile.TemporaryDirectory() as folder:
        small, middle, large = (pathlib.Path(folder) / name for name in ("s", "m", "l"))
        write(small, block, 10 * MIB)
        write(middle, block, 100 * MIB)
        theirs = ["jq", "-c", "empty", middle] if shutil.which("jq") else [
            "python3", "-c", "import json, sys\nfor line in open(sys.argv[1]): json.loads(line)",
            middle]
        result = pair((validate + [middle], {}), (theirs, {}), 5)
        yield result.line(f"payload validate, 100 MiB, against {theirs[0]} parsing", 1)
        seconds = sorted(r.seconds for r in result.ours)[len(result.ours) // 2]
        yield f"{'':<44} {100 * MIB / 1e6 / seconds:.0f} MB/s, limit 100 MB/s"
        at_small = run(validate + [small]).peak_mib
        write(large, block, 1024 * MIB)
        at_large = run(validate + [large]).peak_mib
        yield (f"{'payload validate, memory':<44} {at_small:.1f} MiB for 10 MiB, "
               f"{at_large:.1f} MiB for 1 GiB")

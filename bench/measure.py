"""Paired timing of whole processes.

Two commands run in turn (A B A B …), so that a machine whose speed drifts slows both alike. What is
quoted is the median of the ratios, pair by pair; their spread shows how noisy the machine was.
"""
import os
import resource
import statistics
import subprocess
import time
from dataclasses import dataclass


@dataclass
class Run:
    seconds: float
    peak_mib: float


def run(command, cwd=None, stdin=None, expect=(0,)):
    """Runs a command once, its output thrown away, and returns its wall time and peak memory."""
    source = open(stdin, "rb") if stdin else subprocess.DEVNULL
    start = time.perf_counter()
    process = subprocess.Popen(command, cwd=cwd, stdin=source, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stderr.close()
    if stdin:
        source.close()
    if process.returncode not in expect:
        raise SystemExit(f"{' '.join(map(str, command))} ended with {process.returncode}:\n"
                         f"{errors.decode(errors='replace')[:2000]}")
    return Run(seconds, usage.ru_maxrss / 1024)


@dataclass
class Pairing:
    """Some runs of two commands in turn."""
    ours: list
    theirs: list

    @property
    def ratios(self):
        return [a.seconds / b.seconds for a, b in zip(self.ours, self.theirs)]

    def line(self, name, limit=None):
        ratios = sorted(self.ratios)
        middle = statistics.median(ratios)
        text = (f"{name:<44} {middle:6.2f}×  [{ratios[0]:.2f}–{ratios[-1]:.2f}]"
                f"   {milliseconds(self.ours)} against {milliseconds(self.theirs)}"
                f"   peak {max(r.peak_mib for r in self.ours):.0f} MiB")
        if limit is not None:
            text += f"   {'within' if middle <= limit else 'OVER'} {limit}×"
        return text


def milliseconds(runs):
    return f"{statistics.median(r.seconds for r in runs) * 1000:.1f} ms"


def pair(ours, theirs, count=11, **options):
    """Runs two (command, options) in turn, after one run of each that isn't counted."""
    (a, a_options), (b, b_options) = ours, theirs
    run(a, **a_options)
    run(b, **b_options)
    pairs = [(run(a, **a_options), run(b, **b_options)) for _ in range(count)]
    return Pairing([p[0] for p in pairs], [p[1] for p in pairs])


def noise(count=11):
    """How far apart runs of one and the same small command are: the machine's own noise."""
    command = ["sqlite3", ":memory:", "SELECT 1"]
    both = pair((command, {}), (command, {}), count)
    return both.line("noise: one command against itself")

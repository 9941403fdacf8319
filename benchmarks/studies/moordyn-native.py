"""One chain of a MoorDyn deck by MoorDyn itself (pip install moordyn): seconds of processor time, extremes of the fairlead tension [kN].

    python moordyn-native.py DECK MOTION REPEATS          MOTION: rows of time, x, y, z [m] ...
"""

import os
import sys
import tempfile
import time

import moordyn

deck, motion, repeats = sys.argv[1], sys.argv[2], int(sys.argv[3])
rows = [[float(x) for x in line.split()] for line in open(motion) if line.strip()]
# a solution to begin with lies beside few decks; without the line MoorDyn looks for its own
text = "\n".join(line for line in open(deck).read().split("\n") if "fileIC" not in line)
os.chdir(tempfile.mkdtemp())
with open("deck.txt", "w") as file:
    file.write(text)
best, tensions = float("inf"), []
for _ in range(repeats):
    system = moordyn.Create("deck.txt")
    moordyn.Init(system, rows[0][1:4], [0, 0, 0])
    line, tensions = moordyn.GetLine(system, 1), []
    begun = time.process_time()
    for here, there in zip(rows, rows[1:]):
        step = there[0] - here[0]
        moordyn.Step(system, here[1:4], [(b - a) / step for a, b in zip(here[1:4], there[1:4])], here[0] - rows[0][0], step)
        if there[0] - rows[0][0] > 10:  # it starts at rest while its end moves
            tensions.append(moordyn.GetLineFairTen(line) / 1e3)
    best = min(best, time.process_time() - begun)
    moordyn.Close(system)
print("RESULT", rows[-1][0] - rows[0][0], best, min(tensions), max(tensions))

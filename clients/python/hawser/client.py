"""A served model under a program's hand."""

import base64
import json
import os
import shutil
import struct
import subprocess

from .socket_client import WebSocket


class HawserError(Exception):
    """A call that the model refused, or a step that failed. Fields: reason, message, answer."""

    def __init__(self, answer):
        super().__init__(answer.get("message", "refused"))
        self.reason = answer.get("reason", "refused")
        self.answer = answer


class Sim:
    """Calls go to the server and wait for their answers. Numbers are SI; quaternions are w, x, y, z."""

    def __init__(self, address, drive=True, timeout=60.0, process=None):
        self._process = process
        self._socket = WebSocket(address, timeout)
        self._next = 0
        self.frames = []
        self.columns = []
        hello = json.loads(self._socket.receive())["hello"]
        if hello["protocol"] != 1:
            raise HawserError({"message": f"expected protocol 1, found {hello['protocol']}"})
        self.title, self.duration, self.bodies = hello["title"], hello["duration"], hello["bodies"]
        self.time = hello["time"]
        if drive:
            self.call("drive")

    def call(self, name, **fields):
        self._next += 1
        number = self._next
        self._socket.send(json.dumps({"id": number, "call": name, **fields}))
        while True:
            answer = self._hear()
            if answer is None or answer.get("id") != number:
                continue
            if not answer["ok"]:
                raise HawserError(answer)
            if "time" in answer:
                self.time = answer["time"]
            return answer

    def _hear(self):
        message = self._socket.receive()
        if isinstance(message, str):
            return json.loads(message)
        _, count, time = struct.unpack_from("<IId", message)
        self.frames.append((time, struct.unpack_from(f"<{count}d", message, 16)))
        return None

    def step(self, dt):
        """On by dt [s]; returns the time."""
        return self.call("step", dt=dt)["time"]

    def step_to(self, t):
        """On to t [s]; returns the time."""
        return self.call("stepTo", t=t)["time"]

    def read(self, *channels):
        """Numbers, or lists for vectors; one alone for one channel."""
        values = self.call("read", channels=list(channels))["values"]
        return values[0] if len(channels) == 1 else values

    def order(self, **order):
        """Such as order(winch="hoist", mode="speed", target=0.5)."""
        return self.call("order", order=order)

    def lead(self, body, position, rotation=(1, 0, 0, 0), velocity=None, angular_velocity=None):
        """Where a body with `motion: outside` is, and how it moves, when the next step ends."""
        fields = {"body": body, "position": list(position), "rotation": list(rotation)}
        if velocity is not None:
            fields["velocity"] = list(velocity)
        if angular_velocity is not None:
            fields["angularVelocity"] = list(angular_velocity)
        self.call("lead", **fields)

    def load(self, body):
        """Force [N] and moment [N m] that hold a led body."""
        answer = self.call("load", body=body)
        return answer["force"], answer["moment"]

    def push(self, body, force, point=(0, 0, 0)):
        """A force [N] from now on; None ends it."""
        self.call("push", body=body, point=list(point), force=None if force is None else list(force))

    def watch(self, channels=(), poses=False, every=0.0):
        """From now on `frames` grows by (time, values) with every step; returns the names of the values."""
        self.columns = self.call("watch", channels=list(channels), poses=poses, every=every)["columns"]
        return self.columns

    def channels(self):
        return self.call("channels")["channels"]

    def controls(self):
        return self.call("controls")["controls"]

    def snapshot(self):
        return base64.b64decode(self.call("snapshot")["snapshot"])

    def restore(self, snapshot):
        self.call("restore", snapshot=base64.b64encode(snapshot).decode())
        self.time = self.call("time")["time"]

    def hash(self):
        return self.call("hash")["hash"]

    def close(self):
        self._socket.close()
        if self._process is not None:
            self._process.terminate()
            self._process.wait(10)
            self._process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def connect(address, drive=True, timeout=60.0):
    """A model that is served already: the address that `hawser serve` prints."""
    return Sim(address, drive, timeout)


def serve(file, *arguments, command=None, timeout=60.0):
    """Starts `hawser serve FILE` and connects; the server ends with the model. command: how hawser is called."""
    if command is None:
        found = os.environ.get("HAWSER") or shutil.which("hawser")
        if found is None:
            raise FileNotFoundError("expected the program hawser on the path; install it (npm install -g hawser) or give command=[...]")
        command = [found]
    process = subprocess.Popen([*command, "serve", str(file), "--json", *arguments], stdout=subprocess.PIPE, text=True)
    line = process.stdout.readline()
    answer = json.loads(line) if line.startswith("{") and line.rstrip().endswith("}") else {}
    if "address" not in answer:
        rest = line + process.stdout.read()
        process.wait(10)
        process.stdout.close()
        raise HawserError({"message": rest.strip() or "hawser serve ended without an address"})
    return Sim(answer["address"], True, timeout, process)

"""Work that processes are lost over. It imports nothing, for they import it when they start."""

import os
import signal


def work(task: str) -> bytes:
    match task:
        case "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "hang":
            while True:
                pass
        case "leave":
            os._exit(7)
        case "swallow":
            return b"%d" % len(bytearray(1 << 40))
    return f"{task} by {os.getpid()}".encode()

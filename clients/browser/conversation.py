"""Commands to a browser with numbers, their answers, and the events that come between them."""

import json
import queue
import threading


class Conversation:
    def __init__(self, messages, transmit):
        """`messages` gives the texts that the browser sends until it ends; `transmit` sends it one."""
        self.transmit = transmit
        self.lock, self.number, self.waiting, self.listeners = threading.Lock(), 0, {}, []
        threading.Thread(target=self.read, args=[messages], daemon=True).start()

    def read(self, messages):
        for message in map(json.loads, messages):
            if message.get("id") is not None:
                self.waiting.pop(message["id"]).put(message)
            else:
                for listener in self.listeners:
                    listener(message)
        for answer in self.waiting.values():
            answer.put({"error": "closed", "message": "the browser has ended"})

    def send(self, method, parameters, **more):
        """Asks the browser, and returns a queue for its answer."""
        answer = queue.Queue()
        with self.lock:
            self.number += 1
            self.waiting[self.number] = answer
            self.transmit(json.dumps({"id": self.number, "method": method, "params": parameters, **more}))
        return answer

"""A receiver of webhooks: Python 3.9 or later, standard library only."""

import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].replace("whsec_", "", 1))
PORT = int(os.environ.get("PORT", "3000"))
received = set()  # the ids of messages; use a store that outlives the process


def handle(event):
    data = event["data"]
    task = data.get("task") or {}
    actor = data.get("actor") or {"name": "Atrium"}
    print(event["type"], task.get("key"), task.get("title"), "by", actor["name"], flush=True)


def is_signed(headers, body):
    """Whether Atrium has sent this body within the last five minutes."""
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:
        return False
    content = f"{message_id}.{timestamp}.".encode() + body
    digest = base64.b64encode(hmac.new(KEY, content, hashlib.sha256).digest()).decode()
    # After a rotation of the secret, there is a signature with each of the two.
    signatures = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(given, f"v1,{digest}".encode()) for given in signatures)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if not is_signed(self.headers, body):
            return self.answer(401)
        message_id = self.headers["webhook-id"]
        if message_id not in received:
            received.add(message_id)
            handle(json.loads(body))
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *words):
        pass


ThreadingHTTPServer(("127.0.0.1", PORT), Receiver).serve_forever()

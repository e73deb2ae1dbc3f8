"""A web application that signs its users in with Atrium: Python 3.9 or later, standard library only."""

import base64
import hashlib
import html
import json
import os
import secrets
import time
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlencode, urlsplit
from urllib.request import Request, urlopen

CLIENT_ID = os.environ["CLIENT_ID"]
CLIENT_SECRET = os.environ["CLIENT_SECRET"]
APP_URL = os.environ.get("APP_URL", "http://localhost:3000")


def get_json(address, form=None, authorization=None):
    headers = {"Authorization": authorization} if authorization else {}
    body = urlencode(form).encode() if form else None
    with urlopen(Request(address, body, headers), timeout=30) as response:
        return json.load(response)


provider = get_json(os.environ["ISSUER"] + "/.well-known/openid-configuration")
sessions = {}  # by cookie; use a store that all instances share
attempts = {}  # sign-ins that have started, by state


class App(BaseHTTPRequestHandler):
    def do_GET(self):
        url = urlsplit(self.path)
        self.cookies = self.read_cookies()
        try:
            if url.path == "/login":
                self.start_sign_in()
            elif url.path == "/callback":
                self.finish_sign_in({name: values[0] for name, values in parse_qs(url.query).items()})
            else:
                self.show_page(sessions.get(self.cookies.get("session")))
        except Exception as error:
            self.log_error("%s", error)
            self.send_error(400, "The sign-in failed. Please try again.")

    def do_POST(self):
        if self.path == "/logout":
            self.sign_out(self.read_cookies().get("session"))
        else:
            self.send_error(404)

    def read_cookies(self):
        cookies = SimpleCookie(self.headers["Cookie"])
        return {name: cookie.value for name, cookie in cookies.items()}

    def show_page(self, session):
        text = '<a href="/login">Sign in</a>'
        if session:
            user = session["user"]
            text = (
                f"<p>Hello {html.escape(user['name'])} ({html.escape(user['email'])})</p>\n"
                '<form method="post" action="/logout"><button>Sign out</button></form>'
            )
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(text.encode())

    def start_sign_in(self):
        state, nonce, verifier = (secrets.token_urlsafe(32) for _ in range(3))
        attempts[state] = {"nonce": nonce, "verifier": verifier}
        digest = hashlib.sha256(verifier.encode()).digest()
        parameters = {
            "response_type": "code",
            "client_id": CLIENT_ID,
            "redirect_uri": APP_URL + "/callback",
            "scope": "openid profile email",
            "state": state,
            "nonce": nonce,
            "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
            "code_challenge_method": "S256",
        }
        self.redirect(f"{provider['authorization_endpoint']}?{urlencode(parameters)}", f"state={state}")

    def finish_sign_in(self, answer):
        attempt = attempts.pop(answer.get("state"), None)
        # The browser that finishes the sign-in is the one that started it.
        if not attempt or answer["state"] != self.cookies.get("state"):
            raise ValueError("unknown state")
        if answer.get("iss") != provider["issuer"] or "error" in answer:
            raise ValueError(answer.get("error", "unknown issuer"))
        form = {
            "grant_type": "authorization_code",
            "client_id": CLIENT_ID,
            "client_secret": CLIENT_SECRET,
            "code": answer["code"],
            "redirect_uri": APP_URL + "/callback",
            "code_verifier": attempt["verifier"],
        }
        tokens = get_json(provider["token_endpoint"], form)
        claims = id_token_claims(tokens["id_token"], attempt["nonce"])
        user = get_json(provider["userinfo_endpoint"], authorization="Bearer " + tokens["access_token"])
        if user["sub"] != claims["sub"]:
            raise ValueError("not the user who signed in")
        session = secrets.token_urlsafe(32)
        sessions[session] = {"user": user, "id_token": tokens["id_token"]}
        self.redirect("/", f"session={session}")

    def sign_out(self, cookie):
        """Ends the session here and at Atrium, which leads the browser back."""
        session = sessions.pop(cookie, None)
        parameters = {"client_id": CLIENT_ID, "post_logout_redirect_uri": APP_URL + "/"}
        if session:
            parameters["id_token_hint"] = session["id_token"]
        self.redirect(f"{provider['end_session_endpoint']}?{urlencode(parameters)}", "session=")

    def redirect(self, address, cookie):
        secure = "; Secure" if APP_URL.startswith("https:") else ""
        self.send_response(302)
        self.send_header("Location", address)
        self.send_header("Set-Cookie", f"{cookie}; Path=/; HttpOnly; SameSite=Lax{secure}")
        self.end_headers()


def id_token_claims(token, nonce):
    """The token comes from the token endpoint over HTTPS, so its signature need not be checked (Core 3.1.3.7)."""
    payload = token.split(".")[1]
    claims = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    is_for_us = (claims["iss"], claims["aud"], claims["nonce"]) == (provider["issuer"], CLIENT_ID, nonce)
    if not is_for_us or claims["exp"] < time.time():
        raise ValueError("invalid ID token")
    return claims


if __name__ == "__main__":
    print(f"Listening at {APP_URL}", flush=True)
    ThreadingHTTPServer(("", urlsplit(APP_URL).port), App).serve_forever()

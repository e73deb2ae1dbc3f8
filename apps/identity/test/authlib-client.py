"""Signs a user in with Authlib: asks for the address of the sign-in page, then redeems the code of the answer."""
import json
import sys

from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import JsonWebKey, jwt
from authlib.oidc.core import CodeIDToken

given = json.load(sys.stdin)
session = OAuth2Session(
    given["client_id"],
    given["client_secret"],
    scope="openid email",
    redirect_uri=given["redirect_uri"],
    code_challenge_method="S256",
)
provider = session.get(given["issuer"] + "/.well-known/openid-configuration", withhold_token=True).json()
verifier = "a-code-verifier-that-is-long-enough-but-always-the-same"

if "answer" not in given:
    address, state = session.create_authorization_url(
        provider["authorization_endpoint"], code_verifier=verifier, nonce="one"
    )
    print(json.dumps({"address": address, "state": state}))
    sys.exit()

token = session.fetch_token(
    provider["token_endpoint"],
    authorization_response=given["answer"],
    state=given["state"],
    code_verifier=verifier,
)
keys = JsonWebKey.import_key_set(session.get(provider["jwks_uri"], withhold_token=True).json())
claims = jwt.decode(
    token["id_token"],
    keys,
    claims_cls=CodeIDToken,
    claims_options={"iss": {"essential": True, "value": given["issuer"]}},
    claims_params={"nonce": "one", "client_id": given["client_id"], "access_token": token["access_token"]},
)
claims.validate()
user = session.get(provider["userinfo_endpoint"]).json()
print(json.dumps({"sub": claims["sub"], "email": user["email"]}))

BODY='{"number": 1, "pull_request": {"title": "'"$TASK_KEY"': try the connection", "state": "open", "merged": false,
  "html_url": "https://git.example.com/acme/shop/pull/1", "head": {"ref": "try"}, "base": {"ref": "main"}},
  "repository": {"default_branch": "main"}}'
SIGNATURE=$(printf '%s' "$BODY" | openssl dgst -sha256 -hmac "$SECRET" | sed 's/^.* //')
curl -sS "$ADDRESS" -H 'Content-Type: application/json' -H 'X-GitHub-Event: pull_request' \
  -H "X-Hub-Signature-256: sha256=$SIGNATURE" -d "$BODY"

TOKEN=$(curl -sS "$IDENTITY_URL/token" -u "$CLIENT_ID:$CLIENT_SECRET" \
  -d grant_type=client_credentials -d resource="$TASKS_URL" |
  sed 's/.*"access_token":"\([^"]*\)".*/\1/')

curl -sS "$TASKS_URL/users/me" \
  -H "Authorization: Bearer $TOKEN"

export TASKS_URL=https://tasks.example.org
export IDENTITY_URL=https://id.example.org
export CLIENT_ID='your client ID'
export CLIENT_SECRET='your client secret'

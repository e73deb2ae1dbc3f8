export TASKS_URL=https://tasks.example.org
export IDENTITY_URL=https://id.example.org
export TOKEN='your access token'

export TASKS_URL=https://tasks.example.org
export TOKEN='your access token'
export PROJECT_ID=1

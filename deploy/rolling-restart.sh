#!/bin/sh
# Restarts the processes of one machine one by one, without any interruption for visitors:
#   deploy/rolling-restart.sh https://dendro.example 3001 3002
set -eu

site=$1
shift

# Seconds for a process to answer after its start, and for which nginx avoids a process that was taken out.
start_within=120
fail_timeout=10

for port; do
  echo "restarting $port"
  systemctl restart "dendro@$port" &
  restart=$!
  # A 503 response tells nginx that the process is ending (deploy/nginx.conf).
  while kill -0 "$restart" 2>/dev/null; do
    curl --silent --output /dev/null --max-time 5 "$site/healthz" || true
    sleep 0.2
  done
  wait "$restart"

  waited=0
  until curl --silent --fail --output /dev/null --max-time 5 "http://127.0.0.1:$port/healthz"; do
    waited=$((waited + 1))
    if [ "$waited" -gt "$start_within" ]; then
      echo "$port does not answer: stopped here, the others are as they were" >&2
      exit 1
    fi
    sleep 1
  done
  # Nginx sends requests to this one again before the next one restarts.
  sleep $((fail_timeout + 1))
done

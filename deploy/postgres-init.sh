#!/bin/sh
# Run once by the image of PostgreSQL on an empty volume: the role of DATABASE_URL and its database, as in README.md.
set -eu
psql --username postgres --set ON_ERROR_STOP=1 --set password="$CHEPU_DB_PASSWORD" <<'SQL'
create role chepu login createrole password :'password';
create database chepu owner chepu;
SQL

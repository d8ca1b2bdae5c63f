// Exit 0 when the PostgreSQL server of TEST_DATABASE_URL answers.
import pg from 'pg'

const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL ?? '', connectionTimeoutMillis: 5000 })
try {
  await client.connect()
  await client.query('select 1')
} catch {
  process.exitCode = 1
}
await client.end()

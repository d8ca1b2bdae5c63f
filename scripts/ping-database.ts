// Exit 0 when the PostgreSQL server of TEST_DATABASE_URL answers.
import postgres from 'postgres'

const client = postgres(process.env.TEST_DATABASE_URL ?? '', { max: 1, connect_timeout: 5 })
try {
  await client`select 1`
} catch {
  process.exitCode = 1
}
await client.end({ timeout: 1 })

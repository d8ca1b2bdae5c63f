import pg from 'pg'

/** Runs a statement on a connection of its own, such as one that may not be in a transaction. */
export async function askServer<Row extends object>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  // What the server says when it ends the connection is the query's error too.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<Row>(text, values)
    return rows
  } finally {
    await client.end()
  }
}

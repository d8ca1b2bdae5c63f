/** Read by drizzle-kit, which `npm run migrations` fetches: it and its tools would be a twentieth of all packages. */
export default {
  dialect: 'postgresql',
  schema: './server/**/*.tables.ts',
  out: './server/migrations',
  casing: 'snake_case',
}

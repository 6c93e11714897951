/** The demo's password while journeys run: the server is started with it, on loopback, for a data folder that goes away. */
export const PASSWORD = 'journeys on loopback only'

/** Where two hundred people came from, whom serve.ts brings into the database on Postgres. */
export const CROWD = 'journey-crowd'

/** The password of the demo's accounts in these tests, whose servers listen on loopback and delete their data. */
export const DEMO_PASSWORD = 'journeys on loopback only'

/** The referrer of the two hundred users that start-server.ts adds to the database on Postgres. */
export const SEEDED_REFERRER = 'journey-users'

/** The demo's password while journeys run: the server is started with it, on loopback, for a data folder that goes away. */
export const PASSWORD = 'journeys on loopback only'

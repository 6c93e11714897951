/** The account under which the canary deploys labs: no person, and nobody's to choose. */
export const CANARY_USERNAME = 'flagyard-canary'

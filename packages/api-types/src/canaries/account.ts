/** Reserved account that the canary uses to deploy labs. Nobody can sign up with this username. */
export const CANARY_USERNAME = 'flagyard-canary'

/**
 * Cookie set and cleared together with the httpOnly refresh cookie, but readable by scripts. It carries no data. It tells the app that a session may
 * exist, so that visitors without one send no refresh request.
 */
export const SESSION_HINT_COOKIE = 'flagyard-signed-in'

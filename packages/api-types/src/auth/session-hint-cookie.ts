/**
 * The cookie, readable by scripts, that stands beside the httpOnly refresh cookie for as long as that one does. It holds nothing:
 * it only says that asking for a session may be worth while, so that a visitor's first page asks for none.
 */
export const SESSION_HINT_COOKIE = 'flagyard-signed-in'

/** Escapes text for HTML and SVG, in elements and quoted attributes. */
export const escapeMarkup = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

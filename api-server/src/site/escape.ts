/** Text as it stands in HTML and SVG, inside of elements and of quoted attributes. */
export const escapeMarkup = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

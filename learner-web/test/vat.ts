/** Value that the server writes into each page: `included` once there is a seller. */
export function setVat(content: 'included' | ''): void {
  document.querySelector('meta[name="vat"]')?.remove()
  document.head.insertAdjacentHTML('beforeend', `<meta name="vat" content="${content}">`)
}

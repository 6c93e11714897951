export const english = 'English'
export const total = 'Total'
export const totalWithVat = 'Total, incl. VAT'
export const totalWithoutVat = 'Total, without VAT'

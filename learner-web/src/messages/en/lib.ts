import { message } from '@flagyard/messages'

export const english = 'English'
export const total = 'Total'
export const totalWithVat = 'Total, incl. VAT'
export const totalWithoutVat = 'Total, without VAT'
export const vatNote = ' Prices include VAT.'
export const accessForever = 'Access without an end date'
export const accessFor = message('{days, plural, one {Access for # day} other {Access for # days}}')

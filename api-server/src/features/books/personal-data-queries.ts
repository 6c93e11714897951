import { months } from '../../db/schema/index.ts'
import { because, type PersonalData, personalColumns } from '../../extension-points/personal-data.ts'

const sums = { notExported: because.work, kept: 'sums that name nobody; tax law wants them kept' }

export const bookData: PersonalData = {
  name: 'books',
  tables: [
    personalColumns(months, {
      month: sums,
      closed_at: sums,
      closed_by: {
        notExported: because.administrator,
        kept: 'an id alone, which leads to nobody once the account is gone',
      },
      figures: sums,
    }),
  ],
}

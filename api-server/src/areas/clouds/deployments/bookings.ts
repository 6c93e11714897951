/** Capacity functions that exams may use. */
export { CLEANING_MINUTES, deleteBooking, lengthenBooking, listOccupancy, saveBooking } from './capacity-queries.ts'

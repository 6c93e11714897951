/** What exams may use of the capacity of a cloud. */
export { CLEANING_MINUTES, deleteBooking, lengthenBooking, listOccupancy, saveBooking } from './capacity-queries.ts'

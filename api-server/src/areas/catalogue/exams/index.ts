export {
  type Booked,
  type ExamRow,
  examContent,
  findBookedExam,
  findExam,
  findExamSnapshot,
  saveExamHealth,
  saveExamSnapshot,
} from './queries.ts'

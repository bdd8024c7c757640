import Databases
import POSIX

/// How questions are put that need nothing of one another's answers.
enum QuestionOrder: Sendable {
  case together
  /// Always in the same order: as they are recorded, they come again.
  case oneByOne

  /// - Returns: The answers, in the order of the questions.
  /// - Throws: ``DatabaseFault``
  func answers<Question: Sendable, Answer: Sendable>(
    to questions: [Question], _ ask: @escaping @Sendable (Question) throws(DatabaseFault) -> Answer
  ) throws(DatabaseFault) -> [Answer] {
    switch self {
    case .together: try WorkThreads.shared.together(questions, ask)
    case .oneByOne: try questions.map { question throws(DatabaseFault) in try ask(question) }
    }
  }
}

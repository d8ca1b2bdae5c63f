import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { russianKeyboard, russianPasswords } from './russian-passwords.ts'

/** Characters of a password that are rated: the time grows faster than the length. */
const judgedLength = 64

const { qwerty, keypad } = adjacencyGraphs
const estimator = new ZxcvbnFactory({
  dictionary: { ...dictionary, russian: russianPasswords },
  graphs: { qwerty, keypad, russian: russianKeyboard(qwerty) },
  maxLength: judgedLength,
  // Maximum of substitutions in words like `p@$$w0rd`: for a password made only of such characters each costs
  // milliseconds.
  l33tMaxSubstitutions: 20,
})

/**
 * Whether a million guesses would find the password, by an attacker who knows common passwords and these words of the
 * person.
 */
export function isGuessable(password: string, ownWords: string[]): boolean {
  return estimator.check(password, ownWords).score < 2
}

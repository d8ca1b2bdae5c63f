// The package states types for its whole only, which also loads what we do not use.
declare module 'mailauth/lib/dkim/verify.js' {
  export { dkimVerify } from 'mailauth'
}
declare module 'mailauth/lib/spf/index.js' {
  export { spf } from 'mailauth'
}

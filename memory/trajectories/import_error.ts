import { M2Error } from "../../base/mod.ts";

/** A file is in no format that is known, or not in the one that was named. */
export class ImportFormatError extends M2Error {
  /** Always the operator. */
  readonly blame = "operator" as const;
}

/** A row says success and failure of one and the same thing: what it would teach is turned round, so nothing is imported. */
export class PolarityConflictError extends M2Error {
  /** Always the operator. */
  readonly blame = "operator" as const;
}

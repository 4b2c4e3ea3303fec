import { M2Error } from "../../base/mod.ts";

/** A bank was written in a version that this M2Lab does not read. */
export class BankVersionError extends M2Error {
  /** Always the operator. */
  readonly blame = "operator" as const;
}

/** A bank's files do not fit its manifest, or each other. */
export class BankDamagedError extends M2Error {
  /** Always the operator. */
  readonly blame = "operator" as const;
}

/** A bank was embedded by another embedder than the one it is searched with. */
export class BankEmbedderError extends M2Error {
  /** Always the operator. */
  readonly blame = "operator" as const;
}

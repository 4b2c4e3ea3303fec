import { ConfigError, M2Error } from "../../base/mod.ts";

/** An archive that is missing, damaged or not readable as one. */
export class ArchiveError extends ConfigError {}

/** An archive of a schema that this version does not know. */
export class ArchiveVersionError extends ArchiveError {}

/** A secret would have reached the disk in a place where a placeholder changes the site. */
export class RedactionError extends M2Error {
  /** Always the operator: what to do with the secret is theirs to say. */
  readonly blame = "operator" as const;
}

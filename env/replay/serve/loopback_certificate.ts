/** A certificate for loopback servers, and its key. */
export interface LoopbackCertificate {
  /** PEM. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
}

let made: Promise<LoopbackCertificate> | undefined;

/**
 * The certificate of this process's loopback servers, made when it is first asked for.
 *
 * It is self-signed: browsers of recordings ignore certificate errors, a client that checks can trust just this one.
 *
 * @returns The same certificate each time; it lives only in memory.
 */
export function loopbackCertificate(): Promise<LoopbackCertificate> {
  made ??= makeCertificate();
  return made;
}

async function makeCertificate(): Promise<LoopbackCertificate> {
  // Loaded here: it takes longer than the rest of the replay together, and who only reads an archive needs no certificate.
  const { generate } = await import("selfsigned");
  const { cert, private: key } = await generate([{ name: "commonName", value: "M2Lab loopback" }], {
    // An elliptic key is made in milliseconds, an RSA key in seconds.
    keyType: "ec",
    algorithm: "sha256",
    // Fixed, so that neither a page's frozen clock nor a wrong machine clock makes it invalid.
    notBeforeDate: new Date(Date.UTC(2000, 0, 1)),
    notAfterDate: new Date(Date.UTC(2099, 0, 1)),
    extensions: [{
      name: "subjectAltName",
      altNames: [{ type: 2, value: "localhost" }, { type: 2, value: "*.test" }, { type: 7, ip: "127.0.0.1" }],
    }],
  });
  return { cert, key };
}

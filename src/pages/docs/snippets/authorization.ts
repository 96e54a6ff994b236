/** Programs that make a verifier and print it with the address that asks the user: one for each language of the requests. */
import { goString, jsString, pythonString, shellString } from './quote.ts';
import type { LanguageSnippet } from './request.ts';

/** `address` ends where the challenge belongs. */
export function authorizationSnippets(address: string): readonly LanguageSnippet[] {
  return [
    { language: 'Shell', text: shellText(address) },
    { language: 'JavaScript', text: jsText(address) },
    { language: 'Python', text: pythonText(address) },
    { language: 'Go', text: goText(address) },
  ];
}

function shellText(address: string): string {
  return `VERIFIER=$(openssl rand -hex 32)
CHALLENGE=$(printf %s "$VERIFIER" | openssl dgst -sha256 -binary | openssl base64 -A | tr '+/' '-_' | tr -d =)
echo "THE_VERIFIER: $VERIFIER"
printf '%s\\n' ${shellString(address)}"$CHALLENGE"`;
}

function jsText(address: string): string {
  return `import crypto from 'node:crypto';

const verifier = crypto.randomBytes(32).toString('hex');
const challenge = crypto.createHash('sha256').update(verifier).digest('base64url');
console.log('THE_VERIFIER:', verifier);
console.log(${jsString(address)} + challenge);`;
}

function pythonText(address: string): string {
  return `import base64, hashlib, secrets

verifier = secrets.token_hex(32)
digest = hashlib.sha256(verifier.encode()).digest()
challenge = base64.urlsafe_b64encode(digest).rstrip(b'=').decode()
print('THE_VERIFIER:', verifier)
print(${pythonString(address)} + challenge)`;
}

function goText(address: string): string {
  return `package main

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"log"
)

func main() {
	random := make([]byte, 32)
	if _, err := rand.Read(random); err != nil {
		log.Fatal(err)
	}
	verifier := base64.RawURLEncoding.EncodeToString(random)
	digest := sha256.Sum256([]byte(verifier))
	fmt.Println("THE_VERIFIER:", verifier)
	fmt.Println(${goString(address)} + base64.RawURLEncoding.EncodeToString(digest[:]))
}`;
}

"""Verifies badges without any code of ours. Reads {did, credential, jwt, contexts} from standard input, and prints what it accepts."""

import base64
import hashlib
import json
import sys

from jwcrypto import jwk, jws
from pyld import jsonld

ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
given = json.load(sys.stdin)


def load(url, _options):
    """Only the contexts given; anything else is an error, like a fetch without a network."""
    return {"contextUrl": None, "documentUrl": url, "document": given["contexts"][url]}


def from_multibase(text):
    assert text[0] == "z"
    number = 0
    for letter in text[1:]:
        number = number * 58 + ALPHABET.index(letter)
    zeros = len(text[1:]) - len(text[1:].lstrip("1"))
    return b"\0" * zeros + number.to_bytes((number.bit_length() + 7) // 8, "big")


def key_of(method):
    found = [one for one in given["did"]["verificationMethod"] if one["id"] == method]
    assert len(found) == 1 and method in given["did"]["assertionMethod"], "unknown key"
    raw = from_multibase(found[0]["publicKeyMultibase"])
    assert raw[:2] == b"\xed\x01", "not an Ed25519 key"
    x = base64.urlsafe_b64encode(raw[2:]).rstrip(b"=").decode()
    return jwk.JWK(kty="OKP", crv="Ed25519", x=x)


def canonical_hash(document):
    text = jsonld.normalize(
        document, {"algorithm": "URDNA2015", "format": "application/n-quads", "documentLoader": load}
    )
    return hashlib.sha256(text.encode()).digest()


def verify_proof(credential):
    proof = dict(credential["proof"])
    bare = {name: value for name, value in credential.items() if name != "proof"}
    signature = from_multibase(proof.pop("proofValue"))
    assert proof["type"] == "DataIntegrityProof" and proof["cryptosuite"] == "eddsa-rdfc-2022"
    assert proof["proofPurpose"] == "assertionMethod"
    data = canonical_hash({"@context": bare["@context"], **proof}) + canonical_hash(bare)
    key_of(proof["verificationMethod"]).get_op_key("verify").verify(signature, data)
    return bare


def verify_jwt(text):
    token = jws.JWS()
    token.allowed_algs = ["EdDSA"]
    token.deserialize(text)
    token.verify(key_of(json.loads(token.objects["protected"])["kid"]))
    return json.loads(token.payload)


def attempt(verify, value):
    try:
        return {"accepted": verify(value)}
    except Exception as error:
        return {"refused": repr(error)[:200]}


print(
    json.dumps(
        {
            "proofs": [attempt(verify_proof, one) for one in given["credentials"]],
            "jwts": [attempt(verify_jwt, one) for one in given["jwts"]],
        }
    )
)

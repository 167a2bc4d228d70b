import stat

from cryptography import x509

from arena.local.certificates import certify
from arena.local.state import State


def test_a_new_certificate_is_signed_by_the_same_authority(own_state: State) -> None:
    first = certify(own_state, ["arena.example.org", "192.0.2.7"])
    authority, before = first.ca.read_bytes(), first.chain.read_bytes()
    second = certify(own_state, ["arena.example.org", "localhost", "localhost"])
    assert second.ca.read_bytes() == authority
    assert second.chain.read_bytes() != before
    signer = x509.load_pem_x509_certificate(authority)
    certificate = x509.load_pem_x509_certificate(second.chain.read_bytes())
    certificate.verify_directly_issued_by(signer)
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == ["arena.example.org", "localhost"]


def test_keys_are_private(own_state: State) -> None:
    key = certify(own_state, ["localhost"]).key
    for path in (key, own_state.folder / "tls-ca.key"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert "PRIVATE KEY" in path.read_text()

package pdftest

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/binary"
	"fmt"
)

// The standard security handler with AES: revision 4 with a key of 128 bits (PDF 1.7, 7.6.3), revision 6 with one of 256
// (PDF 2.0, 7.6.4).

const permissions = -4

func (w *writer) protectAES(password string, bits int) {
	w.aes = bits
	if bits == 256 {
		w.protect256(password)
		return
	}
	padded := []byte(password + padding)[:32]
	again := func(hash [16]byte) []byte {
		for range 50 {
			hash = md5.Sum(hash[:])
		}
		return hash[:]
	}
	owner := rc4Rounds(again(md5.Sum(padded)), padded)
	b := append(append([]byte{}, padded...), owner...)
	p := int32(permissions)
	b = binary.LittleEndian.AppendUint32(b, uint32(p))
	w.key = again(md5.Sum(append(b, id...)))
	hash := md5.Sum(append([]byte(padding), id...))
	user := append(rc4Rounds(w.key, hash[:]), make([]byte, 16)...)
	w.encrypt = fmt.Sprintf("/ID[<%x><%x>]/Encrypt<</Filter/Standard/V 4/R 4/Length 128/P %d/O<%x>/U<%x>/CF<</StdCF<</CFM/AESV2/Length 16/AuthEvent/DocOpen>>>>/StmF/StdCF/StrF/StdCF>>", id, id, permissions, owner, user)
}

// rc4Rounds encrypts twenty times, each time with the key changed.
func rc4Rounds(key, data []byte) []byte {
	for i := range 20 {
		round := bytes.Clone(key)
		for j := range round {
			round[j] ^= byte(i)
		}
		data = rc4Of(round, data)
	}
	return data
}

func (w *writer) protect256(password string) {
	pw := []byte(password)
	salt := func(what string) []byte { hash := md5.Sum([]byte(what)); return hash[:8] }
	key := sha256.Sum256([]byte("the file's key"))
	w.key = key[:]
	user := append(append(hash256(pw, salt("user"), nil), salt("user")...), salt("user key")...)
	userKey := cbc(hash256(pw, salt("user key"), nil), make([]byte, 16), w.key)
	owner := append(append(hash256(pw, salt("owner"), user), salt("owner")...), salt("owner key")...)
	ownerKey := cbc(hash256(pw, salt("owner key"), user), make([]byte, 16), w.key)
	p := int32(permissions)
	perms := binary.LittleEndian.AppendUint32(nil, uint32(p))
	perms = append(perms, "\xFF\xFF\xFF\xFFTadbxxxx"...)
	block, _ := aes.NewCipher(w.key)
	block.Encrypt(perms, perms)
	w.encrypt = fmt.Sprintf("/ID[<%x><%x>]/Encrypt<</Filter/Standard/V 5/R 6/Length 256/P %d/O<%x>/U<%x>/OE<%x>/UE<%x>/Perms<%x>/CF<</StdCF<</CFM/AESV3/Length 32/AuthEvent/DocOpen>>>>/StmF/StdCF/StrF/StdCF>>", id, id, permissions, owner, user, ownerKey, userKey, perms)
}

// hash256 is algorithm 2.B.
func hash256(password, salt, user []byte) []byte {
	sum := sha256.Sum256(bytes.Join([][]byte{password, salt, user}, nil))
	k, last := sum[:], 0
	for i := 0; i < 64 || i < last+32; i++ {
		e := cbc(k[:16], k[16:32], bytes.Repeat(bytes.Join([][]byte{password, k, user}, nil), 64))
		mod := 0
		for _, b := range e[:16] {
			mod += int(b)
		}
		last = int(e[len(e)-1])
		switch mod % 3 {
		case 0:
			s := sha256.Sum256(e)
			k = s[:]
		case 1:
			s := sha512.Sum384(e)
			k = s[:]
		default:
			s := sha512.Sum512(e)
			k = s[:]
		}
	}
	return k[:32]
}

func cbc(key, iv, data []byte) []byte {
	block, err := aes.NewCipher(key)
	if err != nil {
		panic(err) // only for a key of a wrong length
	}
	out := make([]byte, len(data))
	cipher.NewCBCEncrypter(block, iv).CryptBlocks(out, data)
	return out
}

// cryptAES encrypts what object n has.
func (w *writer) cryptAES(n int, data []byte) []byte {
	key := w.key
	if w.aes == 128 {
		hash := md5.Sum(append(append(bytes.Clone(key), byte(n), byte(n>>8), byte(n>>16), 0, 0), "sAlT"...))
		key = hash[:]
	}
	iv := md5.Sum([]byte{byte(n), byte(n >> 8)})
	rest := aes.BlockSize - len(data)%aes.BlockSize
	padded := append(bytes.Clone(data), bytes.Repeat([]byte{byte(rest)}, rest)...)
	return append(iv[:], cbc(key, iv[:], padded)...)
}

;; One pass of the exact index over all rows: an upper bound of every row's cosine with the query.
;;
;; Rows are signed bytes with a scale each, the query is 16-bit integers, and products are added up in 32-bit integers, so
;; that every machine gives the same sums: no relaxed instruction is used. Four rows are taken at a time, so that a piece
;; of the query is loaded once for four rows and four sums end in one register.
;;
;; memory: the caller's, laid out by the caller; every address is a multiple of 16.
(module
  (import "m" "memory" (memory 1))

  ;; $codes    rows x $width bytes; $width is a multiple of 8
  ;; $query    $width 16-bit integers
  ;; $scales   a float32 a row: what a sum has to be multiplied by, next to $step
  ;; $margins  a float32 a row: by how much the product may be below the cosine
  ;; $rows     a multiple of 32
  ;; $step     what the query's integers have to be multiplied by
  ;; $uppers   gets a float32 a row: product + margin
  ;; $lows     gets four float32 for every 32 rows: the greatest product - margin of rows 0, 4, 8 ...; 1, 5, 9 ...; and so on
  ;; $highs    gets four float32 for every 32 rows, likewise: the greatest product + margin
  (func (export "scan")
    (param $codes i32) (param $query i32) (param $scales i32) (param $margins i32)
    (param $rows i32) (param $width i32) (param $step f32)
    (param $uppers i32) (param $lows i32) (param $highs i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $q v128)
    (local $low v128) (local $high v128) (local $margin v128) (local $steps v128)
    (local $at i32) (local $piece i32) (local $pieceEnd i32) (local $row i32) (local $blockEnd i32)
    (local $rowB i32) (local $rowC i32) (local $rowD i32)
    (local.set $steps (f32x4.splat (local.get $step)))
    (local.set $pieceEnd (i32.add (local.get $query) (i32.shl (local.get $width) (i32.const 1))))
    (local.set $at (local.get $codes))
    (block $done
      (loop $blocks
        (br_if $done (i32.ge_u (local.get $row) (local.get $rows)))
        (local.set $blockEnd (i32.add (local.get $row) (i32.const 32)))
        (local.set $low (f32x4.splat (f32.const -inf)))
        (local.set $high (f32x4.splat (f32.const -inf)))
        (loop $fours
          (local.set $a (v128.const i32x4 0 0 0 0))
          (local.set $b (v128.const i32x4 0 0 0 0))
          (local.set $c (v128.const i32x4 0 0 0 0))
          (local.set $d (v128.const i32x4 0 0 0 0))
          (local.set $rowB (i32.add (local.get $at) (local.get $width)))
          (local.set $rowC (i32.add (local.get $rowB) (local.get $width)))
          (local.set $rowD (i32.add (local.get $rowC) (local.get $width)))
          (local.set $piece (local.get $query))
          (loop $pieces
            (local.set $q (v128.load (local.get $piece)))
            (local.set $a (i32x4.add (local.get $a)
              (i32x4.dot_i16x8_s (local.get $q) (v128.load8x8_s (local.get $at)))))
            (local.set $b (i32x4.add (local.get $b)
              (i32x4.dot_i16x8_s (local.get $q) (v128.load8x8_s (local.get $rowB)))))
            (local.set $c (i32x4.add (local.get $c)
              (i32x4.dot_i16x8_s (local.get $q) (v128.load8x8_s (local.get $rowC)))))
            (local.set $d (i32x4.add (local.get $d)
              (i32x4.dot_i16x8_s (local.get $q) (v128.load8x8_s (local.get $rowD)))))
            (local.set $at (i32.add (local.get $at) (i32.const 8)))
            (local.set $rowB (i32.add (local.get $rowB) (i32.const 8)))
            (local.set $rowC (i32.add (local.get $rowC) (i32.const 8)))
            (local.set $rowD (i32.add (local.get $rowD) (i32.const 8)))
            (local.set $piece (i32.add (local.get $piece) (i32.const 16)))
            (br_if $pieces (i32.lt_u (local.get $piece) (local.get $pieceEnd))))
          ;; Four sums of four lanes each become one register with a row's sum in each lane.
          (local.set $q (i32x4.add
            (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b))
            (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b))))
          (local.set $c (i32x4.add
            (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $c) (local.get $d))
            (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $c) (local.get $d))))
          (local.set $a (i32x4.add
            (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $q) (local.get $c))
            (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $q) (local.get $c))))
          (local.set $a (f32x4.mul (f32x4.convert_i32x4_s (local.get $a))
            (f32x4.mul (local.get $steps)
              (v128.load (i32.add (local.get $scales) (i32.shl (local.get $row) (i32.const 2)))))))
          (local.set $margin (v128.load (i32.add (local.get $margins) (i32.shl (local.get $row) (i32.const 2)))))
          (local.set $low (f32x4.pmax (local.get $low) (f32x4.sub (local.get $a) (local.get $margin))))
          (local.set $a (f32x4.add (local.get $a) (local.get $margin)))
          (local.set $high (f32x4.pmax (local.get $high) (local.get $a)))
          (v128.store (i32.add (local.get $uppers) (i32.shl (local.get $row) (i32.const 2))) (local.get $a))
          ;; $at stands at the second of the four rows; the fourth one's end is where the next four begin.
          (local.set $at (local.get $rowD))
          (local.set $row (i32.add (local.get $row) (i32.const 4)))
          (br_if $fours (i32.lt_u (local.get $row) (local.get $blockEnd))))
        (v128.store (local.get $lows) (local.get $low))
        (v128.store (local.get $highs) (local.get $high))
        (local.set $lows (i32.add (local.get $lows) (i32.const 16)))
        (local.set $highs (i32.add (local.get $highs) (i32.const 16)))
        (br $blocks))))
)

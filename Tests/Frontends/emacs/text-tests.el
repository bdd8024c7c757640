;;; text-tests.el --- What is written: completion, help, indentation  -*- lexical-binding: t; -*-

;;; Code:

(require 'org)
(require 'tests-support)

;;; What can stand where

(defmacro tests-at (text &rest body)
  "Run BODY in a buffer with TEXT, with point where it has a bar."
  (declare (indent 1))
  `(with-temp-buffer
     (chart-kernel-mode)
     (insert ,text)
     (goto-char (point-min))
     (search-forward "|")
     (delete-char -1)
     ,@body))

(ert-deftest the-path-at-point-is-known-in-unfinished-text ()
  (pcase-dolist
      (`(,text ,role ,path)
       '(("ti|" key nil)
         ("kind: pi|" value ("kind"))
         ("kind: pie\nslices:\n  - label: a\n    va|" key ("slices" item))
         ("kind: pie\nslices:\n- label: a\n  va|" key ("slices" item))
         ("kind: pie\nslices:\n- label: a\n  children:\n  - label: b\n    va|" key ("slices" item "children" item))
         ("kind: pie\nslices:\n- va|: 2" key ("slices" item))
         ("kind: pie\nslices:\n  - label: x\nho|" key nil)
         ("kind: pie\nslices: [{la|" key ("slices" item))
         ("kind: pie\nslices: [{label: \"a, {b\", val|" key ("slices" item))
         ("kind: pie\nslices:\n  - {label: A, value: |}" value ("slices" item "value"))
         ("kind: pie\nlegend:\n  # where\n\n  position: t|" value ("legend" "position"))
         ("kind: bar\nseries:\n  - name: x\n    shape:\n      ki|" key ("series" item "shape"))
         ("kind: bar\nseries:\n  -\n    name: x\n    sh|" key ("series" item))
         ("kind: pie\ntitle: it's late\ntheme: da|" value ("theme"))
         ("kind: pie # a 'comment\ntheme: da|" value ("theme"))
         ("{\"kind\": \"pie\",\n \"theme\": \"da|" value ("theme"))
         ("{\"kind\": \"pie\", \"slices\": [{\"label\": \"x\", \"va|\"}]}" key ("slices" item))))
    (tests-at text
      (let ((place (chart-kernel-place (point-min) (point-max))))
        (should (equal (list text (chart-kernel-place-role place) (chart-kernel-place-path place))
                       (list text role path))))))
  (tests-at "kind: pie # th|"
    (should-not (chart-kernel-place (point-min) (point-max)))))

(ert-deftest completion-offers-what-the-schema-allows ()
  (cl-flet ((words (text) (tests-at text (nth 2 (chart-kernel-complete)))))
    (should
     (equal
      (words "kind: |")
      '("pie" "line" "bar" "scatter" "candlestick" "histogram" "box" "heatmap" "waterfall" "bullet" "combined" "radar" "polar" "gauge" "funnel" "treemap" "layout")))
    (should (equal (words "kind: pie\ntheme: |") '("light" "dark")))
    (should (equal (words "kind: pie\nlegend:\n  position: b|") '("auto" "none" "top" "bottom" "left" "right")))
    (should (member "hole" (words "kind: pie\nho|")))
    (should-not (member "hole" (words "kind: line\nho|")))
    (should (equal (words "kind: pie\nslices:\n  - label: A\n    va|") '("value" "color" "children")))
    (should-not (member "kind" (words "kind: pie\nti|\ntitle: there")))
    (should-not (member "title" (words "kind: pie\nti|\ntitle: there")))
    (should (equal (words "{\"kind\": \"pie\", \"theme\": \"d|\"}") '("\"light\"" "\"dark\"")))
    (should-not (words "kind: pie\ntitle: |"))))

;; The program knows the columns of a chart's data.

(defconst text-tests-table "kind: line\ndata:\n  columns: {year: [1], größe: [2], 'b c': [3]}\n")

(ert-deftest completion-offers-columns ()
  (cl-flet ((words (text) (tests-at (concat text-tests-table text) (nth 2 (chart-kernel-complete)))))
    (should (equal (words "  x: |") '("year" "größe" "b c")))
    (should (equal (words "  x: \"b|") '("b c")))
    (should (equal (words "  transform:\n    - calculate: {n: 1}\n    - group: {by: y|") '("year")))
    (should (equal (words "  transform:\n    - sort: [-|") '("-year" "-größe" "-b c")))
    (should (equal (words "  transform:\n    - filter: year > g|") '("größe")))
    (should (equal (words "series: {column: |") '("year" "größe" "b c")))
    (should (member "b c" (words "  where: {|")))
    (should-not (words "title: y|"))))

(ert-deftest completing-a-column-writes-its-quotes ()
  (tests-at (concat "kind: line\ndata:\n  columns: {year: [1], '2018 a: b': [2]}\n  x: 20|")
    (completion-at-point)
    (should (equal (buffer-substring (line-beginning-position) (line-end-position)) "  x: \"2018 a: b\"")))
  (tests-at (concat text-tests-table "  transform: [{filter: year > b|}]")
    (completion-at-point)
    (should (equal (buffer-substring (line-beginning-position) (line-end-position))
                   "  transform: [{filter: year > `b c`}]"))))

(ert-deftest without-the-program-keys-and-words-are-offered-still ()
  (tests-at (concat text-tests-table "facet: {scales: f|")
    (should (equal (nth 2 (chart-kernel-complete)) '("shared" "free" "free-x" "free-y")))))

(ert-deftest completing-a-key-writes-its-colon ()
  (tests-at "kind: pie\nrotat|"
    (completion-at-point)
    (should (equal (buffer-string) "kind: pie\nrotation: "))))

(ert-deftest eldoc-tells-what-a-key-means ()
  (tests-at "kind: pie\nlegend: {position: b|}"
    (should (equal (chart-kernel-documentation (point-min) (point-max))
                   '("position" . "The side of the chart on which it stands; `auto` is where there is room, if series, colours or sizes are to be told apart. (auto | none | top | bottom | left | right) Default: \"auto\"."))))
  (tests-at "ki|nd: pie"
    (let (told)
      (chart-kernel-eldoc (lambda (text &rest arguments) (setq told (list text (plist-get arguments :thing)))))
      (should (equal told '("What kind of chart it is. (pie | line | bar | scatter | candlestick | histogram | box | heatmap | waterfall | bullet | combined | radar | polar | gauge | funnel | treemap | layout)" "kind"))))))

;;; Typing

(ert-deftest a-new-line-is-indented-like-its-neighbours ()
  (with-temp-buffer
    (chart-kernel-mode)
    (dolist (line '("kind: pie" "slices:" "- label: A" "value: 3"))
      (insert line)
      (newline)
      (chart-kernel-indent-line))
    (should (equal (buffer-string) "kind: pie\nslices:\n  - label: A\n    value: 3\n    "))))

(ert-deftest quotes-and-signs-in-plain-text-open-nothing ()
  (with-temp-buffer
    (insert "title: it's 5 o'clock\nname: a#b\nid: \"#1 'x\" # don't\nlast: 1\n")
    (chart-kernel-mode)
    (let ((state (syntax-ppss (point-max))))
      (should-not (nth 3 state))
      (should-not (nth 4 state)))))

;;; Buffers of the mode without a file

(ert-deftest colouring-a-block-in-org-starts-no-kernel ()
  (let ((before chart-kernel--count) (timers (copy-sequence timer-list)))
    (with-temp-buffer
      (org-mode)
      (insert "#+begin_src chart\nkind: pie\n#+end_src\n")
      (let ((org-src-fontify-natively t)) (font-lock-ensure))
      ;; Nor will one be started after a pause.
      (should (equal timer-list timers))
      (goto-char (point-min))
      (search-forward "kind")
      (should (equal (get-text-property (1- (point)) 'face) '(font-lock-variable-name-face org-block))))
    (should (= before chart-kernel--count))))

(provide 'text-tests)
;;; text-tests.el ends here

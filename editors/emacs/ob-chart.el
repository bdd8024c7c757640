;;; ob-chart.el --- Charts in Org files  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; #+begin_src chart :file spending.svg
;; kind: pie
;; slices: [{label: Rent, value: 25}, {label: Food, value: 30}]
;; #+end_src
;;
;; The result is a link to the SVG.  Without :file it is written beside the Org
;; file, under a name made from the chart.  Header arguments: :file, :theme
;; (light or dark), :size (800x450), :phase (0 to 1), and :var for $name in the
;; chart.  To evaluate blocks, add (chart . t) to `org-babel-load-languages'.

;;; Code:

(require 'ob)
(require 'chart-kernel-rpc)

(defvar org-babel-default-header-args:chart '((:results . "file") (:exports . "results"))
  "Header arguments of charts that name no others.")

(defvar org-babel-tangle-lang-exts)
(with-eval-after-load 'ob-tangle
  (add-to-list 'org-babel-tangle-lang-exts '("chart" . "chart.yaml")))

(defun org-babel-expand-body:chart (body params)
  "BODY with the variables in PARAMS in the place of their names."
  (pcase-dolist (`(,name . ,value) (org-babel--get-vars params) body)
    (setq body (replace-regexp-in-string
                (concat "\\$" (regexp-quote (symbol-name name)) "\\_>")
                (if (stringp value) value (json-encode value))
                body t t))))

(defun org-babel-execute:chart (body params)
  "Draw the chart in BODY as PARAMS say.
Return the SVG if they name a file, for Org to write, or else the
name of the file that it was written into."
  (let* ((options (mapcan (lambda (name)
                            (when-let ((value (cdr (assq name params))))
                              (list (concat "--" (substring (symbol-name name) 1)) (format "%s" value))))
                          '(:theme :size :phase :chart)))
         (text (org-babel-expand-body:chart body params))
         (svg (condition-case fault
                  (apply #'chart-kernel-render text default-directory options)
                (chart-kernel-error (user-error "%s" (org-babel-chart--words (cdr fault)))))))
    (if (cdr (assq :file params))
        svg
      (let ((file (concat "chart-" (substring (sha1 (concat text (format "%S" options))) 0 10) ".svg"))
            (coding-system-for-write 'utf-8-unix))
        (write-region svg nil file nil 'quiet)
        file))))

(defun org-babel-chart--words (fault)
  "The data of `chart-kernel-error' FAULT in words, with the place in the block."
  (pcase-let ((`(,message ,_ ,data) fault))
    (if data
        (format "Line %d, column %d: %s" (plist-get data :line) (plist-get data :column) message)
      message)))

(defun org-babel-prep-session:chart (_session _params)
  "Charts in Org have no sessions: each block is a picture."
  (user-error "Charts in Org have no sessions"))

(provide 'ob-chart)
;;; ob-chart.el ends here
